-- Documents, latest releases and facets follow new rules. This migration only marks them: rewriting
-- 100,000 mods here would lock them all. The job "refresh-documents" composes them in small batches. A
-- process of the previous release raises snapshot_revision alone, so what it writes is marked as well.

ALTER TABLE "mods" ADD COLUMN "composed_revision" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "mods_to_compose" ON "mods"("id") WHERE "composed_revision" <> "snapshot_revision";

-- The job runs now, and not only when its period begins.
INSERT INTO "jobs" ("id", "kind", "payload", "dedupe_key", "max_attempts", "updated_at")
SELECT gen_random_uuid(), 'refresh-documents', '{}', 'rest', 10, now()
WHERE EXISTS (SELECT FROM "mods");
