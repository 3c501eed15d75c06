CREATE TABLE "receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receipt_keys_sealed" CHECK (("receipt_keys"."sealed" is null) = ("receipt_keys"."retired_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"kid" text NOT NULL,
	"code" text NOT NULL,
	"salt" text,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_kid_receipt_keys_kid_fk" FOREIGN KEY ("kid") REFERENCES "public"."receipt_keys"("kid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_current" ON "receipt_keys" USING btree ((retired_at is null)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "receipts_kid" ON "receipts" USING btree ("kid");--> statement-breakpoint
-- An issued receipt never changes. Only its salt may go, with the answers.
CREATE FUNCTION receipts_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF ROW(NEW.submission_id, NEW.kid, NEW.code, NEW.issued_at)
		IS DISTINCT FROM ROW(OLD.submission_id, OLD.kid, OLD.code, OLD.issued_at)
		OR (NEW.salt IS NOT NULL AND NEW.salt IS DISTINCT FROM OLD.salt) THEN
		RAISE EXCEPTION 'a receipt never changes';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "receipts_keep" BEFORE UPDATE ON "receipts"
FOR EACH ROW EXECUTE FUNCTION receipts_keep();
