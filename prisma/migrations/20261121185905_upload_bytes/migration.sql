-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "client_id" TEXT,
ADD COLUMN     "signed_bytes" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "upload_sessions_client_id_created_at_idx" ON "upload_sessions"("client_id", "created_at");

-- What earlier sessions were signed for is not known: they count in full.
UPDATE "upload_sessions" SET "signed_bytes" = "size_bytes";
