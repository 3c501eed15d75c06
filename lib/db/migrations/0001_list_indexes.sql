CREATE INDEX "leads_org_status_changed" ON "leads" USING btree ("organization_id","status","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_status_name" ON "leads" USING btree ("organization_id","status","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_status_company" ON "leads" USING btree ("organization_id","status","sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_status_value" ON "leads" USING btree ("organization_id","status","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_status_changed" ON "leads" USING btree ("organization_id","agent_id","status","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_status_name" ON "leads" USING btree ("organization_id","agent_id","status","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_status_company" ON "leads" USING btree ("organization_id","agent_id","status","sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_status_value" ON "leads" USING btree ("organization_id","agent_id","status","sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_day_changed" ON "leads" USING btree ("organization_id",((submitted_at at time zone 'UTC')::date),"changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_day_name" ON "leads" USING btree ("organization_id",((submitted_at at time zone 'UTC')::date),"sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_day_company" ON "leads" USING btree ("organization_id",((submitted_at at time zone 'UTC')::date),"sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_org_day_value" ON "leads" USING btree ("organization_id",((submitted_at at time zone 'UTC')::date),"sort_value","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_day_changed" ON "leads" USING btree ("organization_id","agent_id",((submitted_at at time zone 'UTC')::date),"changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_day_name" ON "leads" USING btree ("organization_id","agent_id",((submitted_at at time zone 'UTC')::date),"sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_day_company" ON "leads" USING btree ("organization_id","agent_id",((submitted_at at time zone 'UTC')::date),"sort_company","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_agent_day_value" ON "leads" USING btree ("organization_id","agent_id",((submitted_at at time zone 'UTC')::date),"sort_value","id") WHERE deleted_at is null;