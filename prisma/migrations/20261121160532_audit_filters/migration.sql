-- CreateIndex
CREATE INDEX "audit_entries_action_at_id_idx" ON "audit_entries"("action", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_outcome_at_id_idx" ON "audit_entries"("outcome", "at" DESC, "id" DESC);
