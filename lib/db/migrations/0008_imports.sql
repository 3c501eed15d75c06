CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"fixes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"wrong_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"digest" text,
	"email_key" text,
	"phone_key" text,
	"known_by" text,
	"twin_of" integer,
	"is_repeat" boolean DEFAULT false NOT NULL,
	"submission_id" text,
	"sent_key" text,
	CONSTRAINT "import_rows_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"file_name" text NOT NULL,
	"read_as" jsonb,
	"state" text DEFAULT 'reading' NOT NULL,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"has_headings" boolean DEFAULT true NOT NULL,
	"columns" jsonb,
	"habits" jsonb,
	"checked_by" text,
	"locale" text,
	"time_zone" text,
	"consents" jsonb,
	"paused_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_state" ON "import_rows" USING btree ("import_id","state","position");--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_sent" ON "import_rows" USING btree ("sent_key") WHERE sent_key is not null;--> statement-breakpoint
CREATE INDEX "imports_person" ON "imports" USING btree ("person_id","organization_id");--> statement-breakpoint
CREATE INDEX "imports_organization" ON "imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_age" ON "imports" USING btree ("updated_at");