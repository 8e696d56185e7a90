-- CreateTable
CREATE TABLE "upload_contents" (
    "upload_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,
    "is_complete" BOOLEAN NOT NULL,
    "files" JSONB NOT NULL,

    CONSTRAINT "upload_contents_pkey" PRIMARY KEY ("upload_id")
);

-- AddForeignKey
ALTER TABLE "upload_contents" ADD CONSTRAINT "upload_contents_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
