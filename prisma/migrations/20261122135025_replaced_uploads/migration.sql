-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "public_note" TEXT,
ADD COLUMN     "rejection_reason" TEXT,
ADD COLUMN     "superseded_by_id" UUID;

-- An optional file may have a version of its own from now on, which publication keeps. Until now
-- publication gave every file the version's string, so files that wait for it get it here.
UPDATE "artifacts" a SET "file_version" = v."version"
FROM "mod_versions" v
WHERE v."id" = a."version_id" AND v."published_at" IS NULL AND v."state" <> 'deleted'
  AND a."file_version" <> v."version";
