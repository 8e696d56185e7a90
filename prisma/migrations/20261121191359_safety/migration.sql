-- CreateEnum
CREATE TYPE "ScanCause" AS ENUM ('upload', 'rescan', 'blocklist');

-- CreateEnum
CREATE TYPE "ScanVerdict" AS ENUM ('clean', 'infected', 'unknown');

-- AlterTable
ALTER TABLE "blobs" ADD COLUMN     "cleared_finds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "blob_scans" (
    "id" UUID NOT NULL,
    "blob_id" UUID NOT NULL,
    "cause" "ScanCause" NOT NULL,
    "engine" TEXT NOT NULL,
    "signatures" TEXT NOT NULL,
    "verdict" "ScanVerdict" NOT NULL,
    "found" TEXT,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "blob_scans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blocked_hashes" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "size_bytes" BIGINT,
    "name" TEXT NOT NULL,
    "note" TEXT,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_by_id" UUID,
    "removed_at" TIMESTAMPTZ(3),
    "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "blocked_hashes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rescan_orders" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64),
    "requested_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rescan_orders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "blob_scans_blob_id_scanned_at_id_idx" ON "blob_scans"("blob_id", "scanned_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "blocked_hashes_created_at_id_idx" ON "blocked_hashes"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "blocked_hashes_sha256_idx" ON "blocked_hashes"("sha256");

-- CreateIndex
CREATE INDEX "rescan_orders_sha256_created_at_idx" ON "rescan_orders"("sha256", "created_at");

-- CreateIndex
CREATE INDEX "blobs_scanned_at_id_idx" ON "blobs"("scanned_at", "id");

-- AddForeignKey
ALTER TABLE "blob_scans" ADD CONSTRAINT "blob_scans_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "blobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
