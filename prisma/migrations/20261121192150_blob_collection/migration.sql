-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "collect_after" TIMESTAMPTZ(3),
ADD COLUMN     "idle_since" TIMESTAMPTZ(3),
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "blobs_idle_since_idx" ON "blobs"("idle_since");

-- CreateIndex
CREATE INDEX "blobs_collect_after_idx" ON "blobs"("collect_after");

-- CreateIndex
CREATE INDEX "upload_sessions_expected_sha256_idx" ON "upload_sessions"("expected_sha256");
