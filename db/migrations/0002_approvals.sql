CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text NOT NULL,
	`run` integer NOT NULL,
	`step` integer NOT NULL,
	`call_id` text NOT NULL,
	`tool` text NOT NULL,
	`input` text NOT NULL,
	`shown` text NOT NULL,
	`changes` text NOT NULL,
	`rows` text NOT NULL,
	`status` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text
);
--> statement-breakpoint
CREATE INDEX `approvals_turn` ON `approvals` (`turn_id`,`status`);--> statement-breakpoint
CREATE INDEX `approvals_session` ON `approvals` (`session_id`);--> statement-breakpoint
CREATE INDEX `approvals_age` ON `approvals` (`created_at`);