-- A walk that began before a missing index was filled cannot continue in it. A lease replaces the comparison of running jobs.
ALTER TABLE "search_engines" ADD COLUMN     "filled_at" TIMESTAMPTZ(6),
ADD COLUMN     "filled_in" xid8,
ADD COLUMN     "lease_until" TIMESTAMPTZ(6);
