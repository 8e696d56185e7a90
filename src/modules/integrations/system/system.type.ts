import { Field, Float, ID, Int, ObjectType } from 'type-graphql';

/** The state of one part of the service. */
@ObjectType({ simpleResolvers: true, description: 'Whether one part of the service responds.' })
export class SystemPart {
  @Field(() => String, {
    description: '`database`, `storage`, `mirror`, `queue`, `search`, `scanner` or `redis`.',
  })
  readonly name!: string;

  @Field(() => String, {
    description:
      '`up`, `degraded` if a fallback does its work, or `down`. New values may be added.',
  })
  readonly state!: string;
}

/** The jobs of one kind. */
@ObjectType({ simpleResolvers: true, description: 'The jobs of one kind, of all processes.' })
export class SystemQueue {
  @Field(() => String)
  readonly kind!: string;

  @Field(() => Int, { description: 'Jobs that wait for a process.' })
  readonly due!: number;

  @Field(() => Int, { description: 'Jobs that are due later, such as retries.' })
  readonly scheduled!: number;

  @Field(() => Int)
  readonly running!: number;

  @Field(() => Int, { description: 'Jobs without attempts left.' })
  readonly failed!: number;

  @Field(() => Float, { description: 'How long the oldest due job has waited; 0 without one.' })
  readonly oldestDueSeconds!: number;
}

/** A job without attempts left. */
@ObjectType({ simpleResolvers: true, description: 'A job without attempts left.' })
export class FailedJob {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly kind!: string;

  @Field(() => Int)
  readonly attempts!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The message of its last error, in English, without the query strings of URLs. Null if none was recorded.',
  })
  readonly lastError!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When its last attempt ended. Null if that was not recorded.',
  })
  readonly failedAt!: Date | null;
}

/** The malware scanner. */
@ObjectType({ simpleResolvers: true })
export class SystemScanner {
  @Field(() => String, { description: 'The engines, joined by `+`.' })
  readonly name!: string;

  @Field(() => String, { description: 'The revision of the signatures.' })
  readonly signatures!: string;

  @Field(() => Date, {
    nullable: true,
    description: 'When the oldest signatures were made; null if no engine reports it.',
  })
  readonly signaturesAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why clean verdicts do not count now, in English; null if they do.',
  })
  readonly doubt!: string | null;
}

/** The stored files. */
@ObjectType({ simpleResolvers: true })
export class SystemStorage {
  @Field(() => String)
  readonly provider!: string;

  @Field(() => Float, { description: 'Stored files; equal bytes count once.' })
  readonly blobs!: number;

  @Field(() => Float)
  readonly sizeBytes!: number;

  @Field(() => Int, {
    description: 'Files of which the store returned other bytes, or none.',
  })
  readonly corruptBlobs!: number;

  @Field(() => Float, { description: 'How late the most overdue verification of stored bytes is.' })
  readonly overdueSeconds!: number;
}

/** The second store. */
@ObjectType({ simpleResolvers: true })
export class SystemMirror {
  @Field(() => String)
  readonly provider!: string;

  @Field(() => Int, { description: 'Files that the mirror does not have yet.' })
  readonly missing!: number;

  @Field(() => Int, { description: 'Files that the first store could not return correctly.' })
  readonly faulty!: number;
}

/** The search. A time is null if there is no record of it. */
@ObjectType({ simpleResolvers: true })
export class SystemSearch {
  @Field(() => String, { description: '`postgresql` or `meilisearch`.' })
  readonly engine!: string;

  @Field(() => Boolean, { description: 'Whether PostgreSQL serves the searches of Meilisearch.' })
  readonly isFallbackInUse!: boolean;

  @Field(() => Int, { description: 'Changes of mods that search does not show yet.' })
  readonly waiting!: number;

  @Field(() => Float, {
    description: 'How long the oldest of these changes has waited; 0 without one.',
  })
  readonly oldestWaitingSeconds!: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When an operator last rebuilt the index. Null without a record of it.',
  })
  readonly rebuiltAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the index was last compared with the mods and repaired. Null without a record of it.',
  })
  readonly comparedAt!: Date | null;
}

/** The deliveries to webhooks, and the mails. */
@ObjectType({ simpleResolvers: true })
export class SystemMessages {
  @Field(() => Int, { description: 'Events that wait for their deliveries.' })
  readonly events!: number;

  @Field(() => Int, { description: 'Deliveries that wait or run.' })
  readonly pending!: number;

  @Field(() => Int, { description: 'Deliveries that failed and will be tried again.' })
  readonly retrying!: number;

  @Field(() => Int, { description: 'Deliveries that were given up within the last day.' })
  readonly exhausted!: number;

  @Field(() => Int, { description: 'Webhooks that are disabled because deliveries failed.' })
  readonly disabled!: number;

  @Field(() => Int)
  readonly mailsWaiting!: number;

  @Field(() => Int, { description: 'Mails that were given up within the last 30 days.' })
  readonly mailsFailed!: number;
}

/** The state of the whole service. */
@ObjectType({
  simpleResolvers: true,
  description:
    'The state of the service. A member is null if its part failed or did not respond in time.',
})
export class SystemStatus {
  @Field(() => Date, { description: 'When it was read. It is kept for a few seconds.' })
  readonly at!: Date;

  @Field(() => String, { description: 'The release of this process.' })
  readonly release!: string;

  @Field(() => [SystemPart])
  readonly parts!: readonly SystemPart[];

  @Field(() => [SystemQueue], { nullable: true, description: 'Every kind of job.' })
  readonly queues!: readonly SystemQueue[] | null;

  @Field(() => [FailedJob], {
    nullable: true,
    description: 'The latest failed jobs, newest first.',
  })
  readonly failedJobs!: readonly FailedJob[] | null;

  @Field(() => SystemScanner, { nullable: true })
  readonly scanner!: SystemScanner | null;

  @Field(() => SystemStorage, { nullable: true })
  readonly storage!: SystemStorage | null;

  @Field(() => Boolean)
  readonly hasMirror!: boolean;

  @Field(() => SystemMirror, { nullable: true, description: 'Null also without a second store.' })
  readonly mirror!: SystemMirror | null;

  @Field(() => SystemSearch, { nullable: true })
  readonly search!: SystemSearch | null;

  @Field(() => SystemMessages, { nullable: true })
  readonly messages!: SystemMessages | null;
}
