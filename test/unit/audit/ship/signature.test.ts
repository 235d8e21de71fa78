import { describe, expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import { signRequest } from '../../../../src/audit/ship/signature.ts';

// The examples that the description of the signature gives for S3.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const atMs = Date.parse('2013-05-24T00:00:00Z');
const host = 'https://examplebucket.s3.amazonaws.com';

describe('signRequest()', () => {
  test.each([
    [
      'a read with a range',
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'a write with a name that is encoded',
      'PUT',
      '/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a list with a query',
      'GET',
      '/?prefix=J&max-keys=2',
      {},
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s as its description does', (_, method, path, headers, body, signature) => {
    const url = new URL(path, host);
    const bodyHash = hash('sha256', body, 'hex');
    const signed = signRequest({ method, url, headers, bodyHash, atMs }, credentials, 'us-east-1');
    expect(signed['authorization']).toContain(`Signature=${signature}`);
  });

  test('signs a token that was lent with the credentials', () => {
    const url = new URL('/a', host);
    const unsigned = { method: 'GET', url, headers: {}, bodyHash: '0'.repeat(64), atMs };
    const signed = signRequest(unsigned, { ...credentials, sessionToken: 'lent' }, 'eu-north-1');
    expect(signed['x-amz-security-token']).toBe('lent');
    expect(signed['authorization']).toContain(
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
    );
    expect(signed['authorization']).toContain('/20130524/eu-north-1/s3/aws4_request');
  });
});
