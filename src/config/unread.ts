/** Why a file or a directory could not be read, in words for whoever named it. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
  ELOOP: 'its links lead back to themselves',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is no directory, or stands in none',
  EPERM: 'this user may not read it',
  ENAMETOOLONG: 'its name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
  ERR_INVALID_ARG_VALUE: 'no file has such a name',
};

export function whyUnread(error: unknown): string {
  const told = typeof error === 'object' && error !== null && 'code' in error;
  const code = told ? String(error.code) : 'it cannot be';
  return reasons[code] ?? code;
}
