-- AlterEnum
ALTER TYPE "BlobState" ADD VALUE 'corrupt';

-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "verify_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "blobs_state_verify_due_at_id_idx" ON "blobs"("state", "verify_due_at", "id");

-- CreateIndex
CREATE INDEX "blobs_verified_at_idx" ON "blobs"("verified_at");
