-- AlterTable
ALTER TABLE "media" ADD COLUMN     "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "objects" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "replaced_at" TIMESTAMPTZ(3),
ADD COLUMN     "variants" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "media_objects" (
    "sha256" CHAR(64) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "media_objects_pkey" PRIMARY KEY ("sha256")
);

-- CreateIndex
CREATE INDEX "media_objects_used_at_idx" ON "media_objects"("used_at");

-- CreateIndex
CREATE INDEX "media_objects_idx" ON "media" USING GIN ("objects");

-- What is in the store by now: one image for each picture, under its digest.
UPDATE "media" SET "objects" = ARRAY["sha256"::text];
INSERT INTO "media_objects" ("sha256", "used_at")
SELECT DISTINCT "sha256", CURRENT_TIMESTAMP FROM "media";
