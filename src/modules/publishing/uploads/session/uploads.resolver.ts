import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../../request/context.js';
import { Reads, Writes } from '../../../../request/operation-facts.js';
import type { Page } from '../../../../request/page.js';
import { Scoped } from '../../../../request/scoped.js';
import { findingsOf, UploadFinding } from '../scan/findings-of.js';
import { completeUpload } from './complete-upload.js';
import { createUpload } from './create-upload.js';
import { abortUpload } from './end-uploads.js';
import { listUploads, UploadListArgs, UploadSessionPage } from './list-uploads.js';
import { progressOf } from './parts.js';
import { presentUpload, readUpload } from './read-upload.js';
import { removeUploadedFile } from './remove-file.js';
import { signUploadAgain, signUploadParts } from './sign-upload-parts.js';
import { failureOf, jobOf, retryOf } from './upload.fields.js';
import { CompleteUploadInput, SignUploadPartsArgs, UploadInput } from './upload.input.js';
import { UploadFailure, UploadProgress, UploadRetry, UploadSession } from './upload.type.js';
import { UploadJob } from './upload-job.type.js';
import { SignedParts } from './upload-transfer.type.js';
import { UploadValidation, validateUpload } from './validate-upload.js';

/**
 * Queries and mutations for uploads, which go directly to the object store (Spec 4.4). `@Reads` and
 * `@Writes` state the permission that each needs, such as `uploads` in the team of the mod.
 */
@Resolver(() => UploadSession)
export class UploadsResolver {
  @Query(() => UploadValidation)
  @Scoped('required', 'files:upload')
  @Reads('uploads')
  validateUploadRequest(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UploadInput) input: UploadInput,
  ): Promise<UploadValidation> {
    return validateUpload(ctx, input);
  }

  @Query(() => UploadSession)
  @Scoped('required', 'files:upload')
  @Reads('read-drafts', 'hidden')
  async getUploadSession(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadSession> {
    return presentUpload(await readUpload(ctx, id, 'read-drafts'));
  }

  @Query(() => UploadSessionPage, {
    description: 'The uploads of all mods whose teams include the viewer, newest first.',
  })
  @Scoped('required', 'files:upload')
  @Reads('account')
  listUploadSessions(
    @Ctx() ctx: RequestContext,
    @Args(() => UploadListArgs) args: UploadListArgs,
  ): Promise<Page<UploadSession>> {
    return listUploads(ctx, args, args);
  }

  @Mutation(() => UploadSession)
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'mod', 'input.modId')
  createUploadSession(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UploadInput) input: UploadInput,
  ): Promise<UploadSession> {
    return createUpload(ctx, input);
  }

  @Mutation(() => UploadSession, { description: 'Signs the first addresses of an upload again.' })
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'upload', 'id', 'hidden')
  renewUploadSession(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadSession> {
    return signUploadAgain(ctx, id);
  }

  @Mutation(() => SignedParts)
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'upload', 'id', 'hidden')
  signUploadParts(
    @Ctx() ctx: RequestContext,
    @Args(() => SignUploadPartsArgs) { id, partNumbers }: SignUploadPartsArgs,
  ): Promise<SignedParts> {
    return signUploadParts(ctx, id, partNumbers);
  }

  @Mutation(() => UploadSession)
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'upload', 'id', 'hidden')
  completeUploadSession(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => CompleteUploadInput) input: CompleteUploadInput,
  ): Promise<UploadSession> {
    return completeUpload(ctx, id, input);
  }

  @Mutation(() => UploadSession)
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'upload', 'id', 'hidden')
  abortUploadSession(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadSession> {
    return abortUpload(ctx, id);
  }

  @Mutation(() => UploadSession, {
    description:
      'Removes a ready optional file from a version that was never published. Its session is cancelled. A repetition changes nothing.',
  })
  @Scoped('required', 'files:upload')
  @Writes('uploads', 'upload', 'id', 'hidden')
  removeUploadedFile(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadSession> {
    return removeUploadedFile(ctx, id);
  }

  @FieldResolver(() => UploadProgress)
  progress(@Ctx() ctx: RequestContext, @Root() upload: UploadSession): Promise<UploadProgress> {
    return progressOf(ctx, upload.row);
  }

  @FieldResolver(() => UploadJob, {
    nullable: true,
    description: 'The job that checks the file. Null before the completion.',
  })
  job(@Ctx() ctx: RequestContext, @Root() upload: UploadSession): Promise<UploadJob | null> {
    return jobOf(ctx, upload.row);
  }

  @FieldResolver(() => UploadFailure, {
    nullable: true,
    description:
      'Why the upload failed or stopped, or why its file was found unsafe later. Null otherwise.',
  })
  failure(
    @Ctx() ctx: RequestContext,
    @Root() upload: UploadSession,
  ): Promise<UploadFailure | null> {
    return failureOf(ctx, upload.row);
  }

  @FieldResolver(() => [UploadFinding], {
    description: 'Findings of the scan: the entry, why it matters and how to fix it.',
  })
  findings(@Ctx() ctx: RequestContext, @Root() upload: UploadSession): readonly UploadFinding[] {
    return findingsOf(upload.row, ctx.request.locale);
  }

  @FieldResolver(() => UploadRetry)
  retry(@Ctx() ctx: RequestContext, @Root() upload: UploadSession): Promise<UploadRetry> {
    return retryOf(ctx, upload.row);
  }
}
