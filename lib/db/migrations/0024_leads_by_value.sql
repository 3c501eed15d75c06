CREATE INDEX "leads_all_value" ON "leads" USING btree ("sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_all_status_value" ON "leads" USING btree ("status","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_all_day_value" ON "leads" USING btree (((submitted_at at time zone 'UTC')::date),"sort_value","id") WHERE deleted_at is null;
