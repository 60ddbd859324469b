CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`text` text NOT NULL,
	`bytes` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_name` ON `documents` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `memories` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`source` text NOT NULL,
	`session_id` text,
	`turn_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `memories_user` ON `memories` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `message_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`message_id` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_texts_message` ON `message_texts` (`message_id`);--> statement-breakpoint
CREATE TABLE `passages` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`document_id` text NOT NULL,
	`position` integer NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	`start` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passages_document` ON `passages` (`document_id`,`position`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `summary` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `summary_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `agent` text DEFAULT 'taskboard' NOT NULL;
--> statement-breakpoint
CREATE VIRTUAL TABLE `passage_search` USING fts5(`user_id`, `heading`, `text`, content='passages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE TRIGGER `passages_added` AFTER INSERT ON `passages` BEGIN
	INSERT INTO `passage_search` (`rowid`, `user_id`, `heading`, `text`) VALUES (new.`id`, new.`user_id`, new.`heading`, new.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `passages_removed` AFTER DELETE ON `passages` BEGIN
	INSERT INTO `passage_search` (`passage_search`, `rowid`, `user_id`, `heading`, `text`) VALUES ('delete', old.`id`, old.`user_id`, old.`heading`, old.`text`);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `message_search` USING fts5(`session_id`, `text`, content='message_texts', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE TRIGGER `message_texts_added` AFTER INSERT ON `message_texts` BEGIN
	INSERT INTO `message_search` (`rowid`, `session_id`, `text`) VALUES (new.`id`, new.`session_id`, new.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `message_texts_removed` AFTER DELETE ON `message_texts` BEGIN
	INSERT INTO `message_search` (`message_search`, `rowid`, `session_id`, `text`) VALUES ('delete', old.`id`, old.`session_id`, old.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `message_texts_changed` AFTER UPDATE OF `text` ON `message_texts` BEGIN
	INSERT INTO `message_search` (`message_search`, `rowid`, `session_id`, `text`) VALUES ('delete', old.`id`, old.`session_id`, old.`text`);
	INSERT INTO `message_search` (`rowid`, `session_id`, `text`) VALUES (new.`id`, new.`session_id`, new.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `messages_said` AFTER INSERT ON `messages`
WHEN json_valid(new.`parts`) AND NOT EXISTS (SELECT 1 FROM `turns` WHERE `id` = new.`turn_id` AND `status` = 'running' AND new.`role` = 'assistant')
BEGIN
	INSERT INTO `message_texts` (`session_id`, `message_id`, `text`)
	SELECT new.`session_id`, new.`id`, coalesce(group_concat(json_extract(`value`, '$.text'), char(10)), '') FROM json_each(new.`parts`) WHERE json_extract(`value`, '$.type') = 'text'
	ON CONFLICT (`message_id`) DO UPDATE SET `text` = excluded.`text`;
END;--> statement-breakpoint
CREATE TRIGGER `messages_said_again` AFTER UPDATE OF `parts` ON `messages`
WHEN json_valid(new.`parts`) AND NOT EXISTS (SELECT 1 FROM `turns` WHERE `id` = new.`turn_id` AND `status` = 'running' AND new.`role` = 'assistant')
BEGIN
	INSERT INTO `message_texts` (`session_id`, `message_id`, `text`)
	SELECT new.`session_id`, new.`id`, coalesce(group_concat(json_extract(`value`, '$.text'), char(10)), '') FROM json_each(new.`parts`) WHERE json_extract(`value`, '$.type') = 'text'
	ON CONFLICT (`message_id`) DO UPDATE SET `text` = excluded.`text`;
END;--> statement-breakpoint
CREATE TRIGGER `messages_unsaid` AFTER DELETE ON `messages` BEGIN
	DELETE FROM `message_texts` WHERE `message_id` = old.`id`;
END;--> statement-breakpoint
INSERT INTO `message_texts` (`session_id`, `message_id`, `text`)
SELECT `messages`.`session_id`, `messages`.`id`, coalesce((SELECT group_concat(json_extract(`value`, '$.text'), char(10)) FROM json_each(`messages`.`parts`) WHERE json_extract(`value`, '$.type') = 'text'), '')
FROM `messages` WHERE json_valid(`messages`.`parts`);
