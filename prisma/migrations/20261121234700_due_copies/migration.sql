-- Two partial indexes of what the mirror lacks, and of what it may hold and should not. Both are all but
-- empty once everything is copied. schema.prisma knows no partial index and leaves them alone.
CREATE INDEX "blobs_uncopied_idx" ON "blobs"("id")
WHERE "state" = 'sealed' AND "removed_at" IS NULL AND "mirrored_at" IS NULL;

CREATE INDEX "blobs_overdue_copies_idx" ON "blobs"("id")
WHERE "mirror_run" IS NOT NULL AND ("state" <> 'sealed' OR "removed_at" IS NOT NULL);
