-- Statistics of creators: where downloads come from, and how long the checks of uploads take. Both are
-- rolled up by day. The columns of grants are null in rows of the previous release.

-- CreateEnum
CREATE TYPE "DownloadSource" AS ENUM ('referrer', 'region');

-- AlterTable
ALTER TABLE "download_grants" ADD COLUMN     "referrer" TEXT,
ADD COLUMN     "region" TEXT;

-- CreateTable
CREATE TABLE "download_source_days" (
    "mod_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "source" "DownloadSource" NOT NULL,
    "name" TEXT NOT NULL,
    "downloads" BIGINT NOT NULL,

    CONSTRAINT "download_source_days_pkey" PRIMARY KEY ("mod_id","day","source","name")
);

-- CreateTable
CREATE TABLE "check_days" (
    "mod_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "checks" INTEGER NOT NULL,
    "total_ms" BIGINT NOT NULL,
    "longest_ms" BIGINT NOT NULL,

    CONSTRAINT "check_days_pkey" PRIMARY KEY ("mod_id","day")
);

-- CreateIndex
CREATE INDEX "download_source_days_day_idx" ON "download_source_days"("day");

-- CreateIndex
CREATE INDEX "check_days_day_idx" ON "check_days"("day");
