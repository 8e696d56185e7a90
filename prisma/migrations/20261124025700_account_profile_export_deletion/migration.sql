-- AlterTable
ALTER TABLE "users" ADD COLUMN     "bio" TEXT,
ADD COLUMN     "deletion_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "deletion_removes_mods" BOOLEAN,
ADD COLUMN     "profile_links" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "account_exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "size_bytes" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_exports_user_id_requested_at_idx" ON "account_exports"("user_id", "requested_at");

-- CreateIndex
CREATE INDEX "account_exports_expires_at_idx" ON "account_exports"("expires_at");

-- CreateIndex
CREATE INDEX "users_deletion_due_at_idx" ON "users"("deletion_due_at");

-- CreateIndex
CREATE INDEX "users_deletion_removes_mods_idx" ON "users"("deletion_removes_mods");

-- AddForeignKey
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
