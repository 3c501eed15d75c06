ALTER TABLE "timeline" ADD COLUMN "organization_id" text;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "agent_id" text;--> statement-breakpoint
-- What was written so far was written under the lead's present owner, as far as anybody knows. Where the submission
-- that it came of is somebody else's, the lead has moved: nobody can say which entries are whose, and they are shown
-- to nobody.
UPDATE "timeline" SET "organization_id" = "leads"."organization_id", "agent_id" = "leads"."agent_id"
FROM "leads"
WHERE "leads"."id" = "timeline"."lead_id" AND "timeline"."submission_id" IS NULL AND NOT EXISTS (
	SELECT FROM "submissions" WHERE "submissions"."lead_id" = "leads"."id"
		AND ("submissions"."organization_id", "submissions"."agent_id") <> ("leads"."organization_id", "leads"."agent_id")
);
