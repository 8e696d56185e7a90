-- A replay keeps the order of the members, which `jsonb` does not. Stored runs keep the order that `jsonb` gave them.
-- The table holds the runs of a day, so writing it again locks it only for a moment.
ALTER TABLE "agent_runs" ALTER COLUMN "effects" SET DATA TYPE JSON,
ALTER COLUMN "output" SET DATA TYPE JSON;
