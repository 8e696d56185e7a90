-- AlterTable
ALTER TABLE "reference_validations" ADD COLUMN     "waits" INTEGER NOT NULL DEFAULT 0;
