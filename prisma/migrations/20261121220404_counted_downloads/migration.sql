-- AlterTable
ALTER TABLE "download_days" ADD COLUMN     "imported" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "mods" DROP COLUMN "trending_score";

-- Numbers that came with a demo catalog had no days, and versions had none.
INSERT INTO "download_days" ("artifact_id", "day", "downloads", "imported")
SELECT "id", ("created_at" AT TIME ZONE 'utc')::date, "downloads_count", "downloads_count"
FROM "artifacts" WHERE "downloads_count" > 0;

UPDATE "mod_versions" v SET "downloads_count" = f."downloads"
FROM (
    SELECT "version_id", sum("downloads_count") AS "downloads"
    FROM "artifacts" WHERE "downloads_count" > 0 GROUP BY "version_id") f
WHERE v."id" = f."version_id";
