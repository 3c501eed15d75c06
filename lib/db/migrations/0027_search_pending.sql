-- Takes effect with the next change of a lead: the index is not built again.
ALTER INDEX "leads_search" SET (gin_pending_list_limit = 128);
