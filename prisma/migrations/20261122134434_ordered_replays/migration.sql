-- A replay keeps the order of the members, which `jsonb` does not. Bodies that are stored already keep
-- the order that `jsonb` gave them.
ALTER TABLE "idempotency_records" ALTER COLUMN "body" SET DATA TYPE JSON;
