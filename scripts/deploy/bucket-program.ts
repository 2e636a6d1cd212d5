import { createServer } from 'node:http';

/** Stands in for the S3 store where none can be installed: keeps objects in memory, and checks no signature. `tsx bucket-program.ts PORT` */
const objects = new Map<string, Buffer>();

createServer((request, response) => {
  void (async () => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const object = objects.get(path);
    if (path === '/healthz') response.end();
    else if (request.method === 'PUT') {
      objects.set(path, Buffer.concat(chunks));
      response.writeHead(200, { etag: '"x"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else if (object === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const end = last === '' ? object.length - 1 : Math.min(Number(last), object.length - 1);
      response.writeHead(206, { etag: '"x"', 'content-range': `bytes ${first}-${end}/${object.length}` });
      response.end(object.subarray(Number(first), end + 1));
    }
  })();
}).listen(Number(process.argv[2]));
