-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "mirror_etag" TEXT,
ADD COLUMN     "mirror_fault_at" TIMESTAMPTZ(3),
ADD COLUMN     "mirror_run" UUID;

-- CreateIndex
CREATE INDEX "blobs_mirrored_at_id_idx" ON "blobs"("mirrored_at", "id");

-- CreateIndex
CREATE INDEX "blobs_mirror_fault_at_idx" ON "blobs"("mirror_fault_at");
