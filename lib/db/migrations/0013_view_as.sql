CREATE TABLE "view_as" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"session_id" text,
	"person_id" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended" text,
	CONSTRAINT "view_as_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "view_as_other" CHECK ("view_as"."admin_id" <> "view_as"."person_id"),
	CONSTRAINT "view_as_ended" CHECK (("view_as"."ended_at" is null) = ("view_as"."ended" is null))
);
--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_admin_id_people_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_as_admin" ON "view_as" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "view_as_person" ON "view_as" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE INDEX "view_as_started" ON "view_as" USING btree ("started_at");