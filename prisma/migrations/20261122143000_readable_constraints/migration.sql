-- Constraints of dependencies are checked from now on. Only the parser of npm ranges tells which of the
-- existing rows it cannot read, so a job brings these in line, in small batches.
INSERT INTO "jobs" ("id", "kind", "payload", "dedupe_key", "max_attempts", "updated_at")
SELECT gen_random_uuid(), 'align-constraints', '{}', 'first', 10, now()
WHERE EXISTS (SELECT FROM "dependencies" WHERE "version_constraint" IS NOT NULL AND "state" = 'active');
