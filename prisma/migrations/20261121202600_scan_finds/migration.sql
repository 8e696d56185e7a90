-- AlterTable
ALTER TABLE "blob_scans" ADD COLUMN     "also_found" TEXT[] DEFAULT ARRAY[]::TEXT[];
