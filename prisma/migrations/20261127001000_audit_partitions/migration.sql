-- The audit log is partitioned by the time in its ids, a quarter of a year in each partition, so that old quarters are
-- dropped and not deleted row by row. Existing rows stay where they are: their table becomes the first partition.
ALTER TABLE "audit_entries" RENAME TO "audit_entries_first";
ALTER INDEX "audit_entries_pkey" RENAME TO "audit_entries_first_pkey";
ALTER INDEX "audit_entries_at_id_idx" RENAME TO "audit_entries_first_at_id_idx";
ALTER INDEX "audit_entries_target_id_at_idx" RENAME TO "audit_entries_first_target_id_at_idx";
ALTER INDEX "audit_entries_actor_id_at_idx" RENAME TO "audit_entries_first_actor_id_at_idx";
ALTER INDEX "audit_entries_action_at_id_idx" RENAME TO "audit_entries_first_action_at_id_idx";
ALTER INDEX "audit_entries_outcome_at_id_idx" RENAME TO "audit_entries_first_outcome_at_id_idx";

CREATE TABLE "audit_entries" (LIKE "audit_entries_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id");
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at" DESC, "id" DESC);
CREATE INDEX "audit_entries_target_id_at_idx" ON "audit_entries"("target_id", "at");
CREATE INDEX "audit_entries_actor_id_at_idx" ON "audit_entries"("actor_id", "at");
CREATE INDEX "audit_entries_action_at_id_idx" ON "audit_entries"("action", "at" DESC, "id" DESC);
CREATE INDEX "audit_entries_outcome_at_id_idx" ON "audit_entries"("outcome", "at" DESC, "id" DESC);

-- Takes the rows that no other partition takes, so that no write is ever refused.
CREATE TABLE "audit_entries_default" PARTITION OF "audit_entries" DEFAULT;

DO $$
DECLARE
  quarter timestamp := date_trunc('quarter', now() AT TIME ZONE 'utc');
  -- The lowest UUIDv7 of the beginning of the next quarter.
  next_id uuid := (lpad(to_hex((extract(epoch FROM quarter + interval '3 months') * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid;
BEGIN
  -- Ids of another kind, from rows that an operator has written.
  WITH others AS (DELETE FROM "audit_entries_first" WHERE "id" >= next_id RETURNING *)
  INSERT INTO "audit_entries_default" SELECT * FROM others;
  EXECUTE format('ALTER TABLE "audit_entries" ATTACH PARTITION "audit_entries_first" FOR VALUES FROM (MINVALUE) TO (%L)',
    next_id);
END
$$;
