CREATE TABLE `auth_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `categories` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`rank` text NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`session_id` text NOT NULL,
	`revision` integer NOT NULL,
	`position` integer NOT NULL,
	`table_name` text NOT NULL,
	`row_id` text NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`session_id`, `revision`, `position`)
);
--> statement-breakpoint
CREATE INDEX `changes_row` ON `changes` (`session_id`,`row_id`,`revision`);--> statement-breakpoint
CREATE TABLE `feed` (
	`cursor` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `feed_user` ON `feed` (`user_id`,`cursor`);--> statement-breakpoint
CREATE INDEX `feed_ref` ON `feed` (`ref`);--> statement-breakpoint
CREATE INDEX `feed_age` ON `feed` (`created_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`role` text NOT NULL,
	`parts` text NOT NULL,
	`turn_id` text,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_order` ON `messages` (`session_id`,`position`);--> statement-breakpoint
CREATE INDEX `messages_turn` ON `messages` (`turn_id`);--> statement-breakpoint
CREATE INDEX `messages_waiting` ON `messages` (`session_id`,`position`) WHERE turn_id is null;--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`session_id` text NOT NULL,
	`key` text NOT NULL,
	`input_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `receipts_age` ON `receipts` (`created_at`);--> statement-breakpoint
CREATE TABLE `revisions` (
	`session_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`actor` text NOT NULL,
	`turn_id` text,
	`key` text,
	`commands` text NOT NULL,
	`reply` text NOT NULL,
	`kind` text NOT NULL,
	`undoes` text NOT NULL,
	`undone_by` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `revisions_turn` ON `revisions` (`session_id`,`turn_id`);--> statement-breakpoint
CREATE INDEX `revisions_kind` ON `revisions` (`session_id`,`actor`,`kind`,`undone_by`,`number`);--> statement-breakpoint
CREATE INDEX `revisions_actor` ON `revisions` (`session_id`,`actor`,`number`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`named_by` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`next_number` integer DEFAULT 1 NOT NULL,
	`task_count` integer DEFAULT 0 NOT NULL,
	`next_position` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`notes` text NOT NULL,
	`status` text NOT NULL,
	`completion` integer NOT NULL,
	`completion_before` integer,
	`category_id` text NOT NULL,
	`priority` text NOT NULL,
	`effort` text NOT NULL,
	`due_date` text,
	`blocked_reason` text NOT NULL,
	`rank` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_number` ON `tasks` (`session_id`,`number`);--> statement-breakpoint
CREATE INDEX `tasks_column` ON `tasks` (`session_id`,`status`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_category` ON `tasks` (`session_id`,`category_id`,`status`);--> statement-breakpoint
CREATE INDEX `tasks_due` ON `tasks` (`session_id`,`due_date`,`status`);--> statement-breakpoint
CREATE INDEX `tasks_touched` ON `tasks` (`session_id`,`revision`);--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`run` integer NOT NULL,
	`model` text NOT NULL,
	`lease_token` text NOT NULL,
	`lease_until` integer NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `turns_session` ON `turns` (`session_id`,`status`);--> statement-breakpoint
CREATE INDEX `turns_order` ON `turns` (`session_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `turns_status` ON `turns` (`status`,`lease_until`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`display_name` text,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL
);
