-- A trusted publisher is removed with the token, key or application that created it. Earlier creators are not known.
ALTER TABLE "trusted_publishers" ADD COLUMN     "client_id" TEXT,
ADD COLUMN     "credential_id" UUID;

-- CreateIndex
CREATE INDEX "trusted_publishers_credential_id_idx" ON "trusted_publishers"("credential_id");

-- AddForeignKey
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
