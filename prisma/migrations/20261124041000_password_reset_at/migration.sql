-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_reset_at" TIMESTAMPTZ(3);
