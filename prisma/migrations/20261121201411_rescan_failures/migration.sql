-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "rescan_after" TIMESTAMPTZ(3),
ADD COLUMN     "rescan_failures" INTEGER NOT NULL DEFAULT 0;
