CREATE TABLE "job_rounds" (
	"topic" text NOT NULL,
	"priority" smallint NOT NULL,
	"round" bigint NOT NULL,
	CONSTRAINT "job_rounds_topic_priority_pk" PRIMARY KEY("topic","priority")
);
--> statement-breakpoint
DROP INDEX "jobs_open";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "round" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("topic","priority","round","run_at","id") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("topic","priority","owner","round") WHERE owner is not null and dead_at is null;--> statement-breakpoint
-- Who submitted most waits in as many rounds, as if it had been so from the beginning.
UPDATE "jobs" SET "owner" = "waiting"."person_id", "round" = "waiting"."round" FROM (
	SELECT "jobs"."id", "submissions"."person_id",
		row_number() OVER (PARTITION BY "submissions"."person_id" ORDER BY "jobs"."run_at", "jobs"."id") AS "round"
	FROM "jobs" JOIN "submissions" ON "submissions"."id" = "jobs"."key"
	WHERE "jobs"."topic" = 'submission.send'
) AS "waiting" WHERE "waiting"."id" = "jobs"."id";
