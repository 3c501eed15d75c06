DELETE FROM "jobs" WHERE "done" >= "generation" AND "dead_at" IS NULL;--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "done";--> statement-breakpoint
-- Rows come and go: space is given back long before a fifth of a grown table is dead.
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);--> statement-breakpoint
UPDATE "submissions" SET "first_attempted_at" = "attempted_at";--> statement-breakpoint
-- Until now an unclear outcome stayed unclear.
INSERT INTO "jobs" ("topic", "key", "payload", "run_at")
SELECT 'submission.settle', "id", '{}', now() FROM "submissions" WHERE "state" = 'settling';
