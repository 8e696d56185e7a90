-- CreateTable
CREATE TABLE "object_removals" (
    "key" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "object_removals_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "object_removals_ends_at_idx" ON "object_removals"("ends_at");
