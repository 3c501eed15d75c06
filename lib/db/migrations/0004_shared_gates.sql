DROP TABLE "service_pauses" CASCADE;--> statement-breakpoint
ALTER TABLE "sweeps" DROP COLUMN "pages";