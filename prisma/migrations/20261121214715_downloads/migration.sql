-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "sha1" CHAR(40),
ADD COLUMN     "sha512" CHAR(128);

-- AlterTable
ALTER TABLE "download_grants" ADD COLUMN     "admitted_at" TIMESTAMPTZ(3),
ADD COLUMN     "counts" BOOLEAN,
ALTER COLUMN "state" SET DEFAULT 'waiting';

-- What was granted before was admitted at once.
UPDATE "download_grants" SET "admitted_at" = "created_at";

-- AlterTable
ALTER TABLE "mod_versions" ADD COLUMN     "downloads_count" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "download_buckets" (
    "key" TEXT NOT NULL,
    "spent_bytes" BIGINT NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "download_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "counted_downloads" (
    "artifact_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "counted_downloads_pkey" PRIMARY KEY ("artifact_id","actor")
);

-- CreateTable
CREATE TABLE "download_days" (
    "artifact_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "downloads" BIGINT NOT NULL,

    CONSTRAINT "download_days_pkey" PRIMARY KEY ("artifact_id","day")
);

-- CreateIndex
CREATE INDEX "download_buckets_as_of_idx" ON "download_buckets"("as_of");

-- CreateIndex
CREATE INDEX "counted_downloads_counted_at_idx" ON "counted_downloads"("counted_at");

-- CreateIndex
CREATE INDEX "download_days_day_idx" ON "download_days"("day");

-- CreateIndex
CREATE INDEX "blobs_sha512_idx" ON "blobs"("sha512");

-- CreateIndex
CREATE INDEX "blobs_sha1_idx" ON "blobs"("sha1");

-- CreateIndex
CREATE INDEX "download_grants_actor_state_expires_at_idx" ON "download_grants"("actor", "state", "expires_at");

-- CreateIndex
CREATE INDEX "download_grants_client_id_state_expires_at_idx" ON "download_grants"("client_id", "state", "expires_at");

-- CreateIndex
CREATE INDEX "download_grants_counts_admitted_at_idx" ON "download_grants"("counts", "admitted_at");

-- CreateIndex
CREATE INDEX "reference_attestations_sha512_idx" ON "reference_attestations"("sha512");

-- CreateIndex
CREATE INDEX "reference_attestations_sha1_idx" ON "reference_attestations"("sha1");
