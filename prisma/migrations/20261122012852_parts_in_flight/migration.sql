-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "parts_in_flight" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[];
