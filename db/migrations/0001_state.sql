CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `checkpoints` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `device_links` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `device_links_age` ON `device_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `list_items` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`list_id` text NOT NULL,
	`text` text NOT NULL,
	`checked` integer NOT NULL,
	`rank` text NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `list_items_list` ON `list_items` (`session_id`,`list_id`,`rank`,`id`);--> statement-breakpoint
CREATE TABLE `lists` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`rank` text NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `state_values` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`json` text,
	`expires_at` integer,
	`revision` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `state_values_expiry` ON `state_values` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
ALTER TABLE `auth_sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `visits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `instructions` text;--> statement-breakpoint
ALTER TABLE `users` ADD `settings` text DEFAULT '{}' NOT NULL;