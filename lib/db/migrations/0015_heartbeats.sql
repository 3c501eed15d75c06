CREATE TABLE "heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "search_from" timestamp with time zone;