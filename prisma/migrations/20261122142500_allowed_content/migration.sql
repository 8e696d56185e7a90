-- AlterTable
ALTER TABLE "games" ADD COLUMN     "allowed_content" TEXT[] DEFAULT ARRAY[]::TEXT[];
