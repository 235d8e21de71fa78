/** A second yardstick: Express and http-proxy-middleware as their documents show them, which look at no body. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { urlOf, writeReady } from './ready.ts';

const app = express();
app.use(
  createProxyMiddleware({
    target: process.env['UPSTREAM_URL'] ?? '',
    agent: new Agent({ keepAlive: true }),
  }),
);
process.once('SIGTERM', () => process.exit(0));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
writeReady(urlOf(server));
