-- Without this, the planner starts parallel workers for a few calls of the function. That takes longer than the calls.
ALTER FUNCTION search_edits(TEXT, TEXT, INTEGER) PARALLEL RESTRICTED;

-- The keys of terms are other ones now. The job fills both tables again.
TRUNCATE "search_entries", "search_terms";

INSERT INTO "jobs" ("id", "kind", "payload", "dedupe_key", "max_attempts", "updated_at")
SELECT gen_random_uuid(), 'refresh-search', '{}', 'rest', 3, now()
WHERE EXISTS (SELECT FROM "mods")
ON CONFLICT DO NOTHING;
