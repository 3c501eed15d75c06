import { Server } from 'node:http';

/**
 * A request that asks for another protocol is answered as if it did not (RFC 9110, 7.8): Node does so as long as nobody listens
 * for it. Next does listen, for hot reload, and in production leaves such a request without any answer: `curl --http2` and
 * Java's client send one first, and behind a proxy three of them make the desk count as down.
 */
const { on } = Server.prototype;

/** @this {Server} */
function onAnythingElse(name, listener) {
  return name === 'upgrade' ? this : on.call(this, name, listener);
}

Server.prototype.on = onAnythingElse;
Server.prototype.addListener = onAnythingElse;
