/** The messages of files and their uploads. */
export const uploads = {
  'fileKind.main': 'Main file',
  'fileKind.optional': 'Optional file',
  'artifactState.pending': 'being checked',
  'artifactState.ready': 'accepted',
  'artifactState.published': 'published',
  'artifactState.archived': 'archived',
  'artifactState.withdrawn': 'withdrawn',
  'artifactState.rejected': 'rejected',
  'artifactState.deleted': 'deleted',

  'files.title': 'Files',
  'files.none': 'No files yet.',
  'files.drop': 'Drop files here, or choose them.',
  'files.kind': 'The first file is',
  'files.choose': 'Choose files',
  'files.hint':
    'ZIP, JAR, 7z or RAR, up to {{size}}. Until publication, a new main file replaces the old one.',
  'files.removeTitle': 'Remove the file {{file}}?',
  'files.removeEffect': 'The file leaves this version. To get it back, upload it again.',
  'files.removed': '{{file}} is removed.',

  'transfer.of': 'Progress of {{file}}',
  'transfer.progress': '{{done}} of {{all}}',
  'transfer.queued': 'Waiting for its turn',
  'transfer.hashing': 'Computing the checksum',
  'transfer.sending': 'Sending',
  'transfer.waiting': 'Waiting for the connection',
  'transfer.paused': 'Paused',
  'transfer.completing': 'Finishing',
  'transfer.cancelling': 'Cancelling',
  'transfer.stopped': 'Stopped',
  'transfer.pause': 'Pause',
  'transfer.goOn': 'Continue',

  'uploadFault.changed':
    'The file was changed, moved or deleted while it was being sent. Cancel this upload, and choose the file again.',
  'uploadFault.other-file':
    'This is not the file that the upload began with. Cancel, and choose the same file, or begin a new upload.',
  'uploadFault.unreachable':
    'The file store did not accept the bytes after several attempts. What has arrived is kept. Check your connection, then continue.',
  'uploadFault.too-large':
    'A file can be at most {{size}}. Make this one smaller, or split it into several files.',
  'uploadFault.empty': 'The file is empty. Choose another one.',
  'uploadFault.no-archive':
    'Files with this extension are not accepted. Choose a ZIP, JAR, 7z or RAR archive.',
  'uploadFault.no-worker': 'A part of the dashboard could not be loaded. Reload the page.',

  'uploadState.draft': 'Not finished',
  'uploadState.uploading': 'Not finished',
  'uploadState.uploaded': 'Received, waiting for the checks',
  'uploadState.validating': 'The archive is being checked',
  'uploadState.scanning': 'The file is being scanned for malware',
  'uploadState.quarantined': 'Waiting for a moderator',
  'uploadState.ready': 'Accepted',
  'uploadState.published': 'Published',
  'uploadState.failed': 'Rejected',
  'uploadState.cancelled': 'Cancelled',

  'upload.checking': 'Checks of {{file}}',
  'upload.resume': 'Choose the file and continue',
  'upload.resumeHow': 'Choose the same file again. Only what is missing is sent.',
  'upload.abort': 'Cancel the upload',
  'upload.underReview': 'A moderator has to check this file',
  'upload.underReviewHow':
    'You do not have to do anything. The result appears here. You can also cancel this upload and send another file.',
  'upload.refused': 'The file was rejected',
  'upload.refusedHow': 'Correct the file, and upload it again.',
  'upload.rejected': 'A moderator rejected this file. Reason: {{reason}}.',
  'upload.note': 'Note from the moderator: {{note}}',
} as const;
