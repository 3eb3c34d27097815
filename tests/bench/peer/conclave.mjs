// The peer lab's adapter for this service: REST to create, claim and command, server-sent events to follow.
// A seat reads its view once and keeps it up to date from the events, as our clients do.
import http from 'node:http';
import { Http, now } from '../lib.mjs';

const CREATE = { game: 'bazaar', seats: Array(4).fill({ by: 'person' }), options: { moves: 1000000 } };
const bearer = (token) => ({ authorization: `Bearer ${token}` });

function applied(view, event) {
  if (event.type === 'bazaar.Traded') {
    const stall = view.market[event.good];
    stall.price = event.price; stall.supply = event.supply; stall.history[view.moveNo % 8] = event.price;
    view.moveNo += 1;
  } else if (event.type === 'bazaar.Drew' && event.card !== undefined) {
    view.players[event.seat].hand[event.slot] = event.card;
  }
}

export default function make({ port }) {
  const api = new Http(port, 256);
  const create = () => api.req('POST', '/v1/matches', CREATE);

  async function createMatch() {
    const made = await create(), seats = [];
    for (let n = 0; n < 4; n++) {
      const claim = { claim_key: `p${n}`.padEnd(32, 'k') };
      seats.push({ seat: n, token: (await api.req('POST', `/v1/matches/${made.id}/seats/p${n}/claim`, claim)).token });
    }
    await api.req('POST', `/v1/matches/${made.id}/commands`, { command: { type: 'match.Start' } }, bearer(made.host_token));
    return { id: made.id, seats };
  }

  function asked(path, token) {
    return new Promise((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port, path, headers: bearer(token) }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => resolve(Buffer.concat(parts)));
      });
      request.on('error', reject);
    });
  }

  async function connect(match, seat, onUpdate) {
    const path = `/v1/matches/${match.id}`, token = match.seats[seat].token, began = now();
    const first = await asked(`${path}/view`, token), said = JSON.parse(first.toString());
    const view = said.view;
    const conn = { version: view.moveNo, firstView: Buffer.from(first), initBytes: first.length, tOpen: 0, tSync: now() - began };
    conn.firstView.view = view;
    const told = (buf) => {
      const line = buf.indexOf('data: ');
      if (line < 0 || buf.indexOf('"event":') < 0) return;
      const { event } = JSON.parse(buf.toString('utf8', line + 6));
      applied(view, event);
      if (event.type !== 'bazaar.Drew') return;  // the last event of every trade
      conn.version = view.moveNo;
      buf.view = view;
      onUpdate(conn.version, buf);
    };
    const request = http.request({ host: '127.0.0.1', port, path: `${path}/stream?after=${said.at}`, headers: bearer(token), agent: false });
    conn.send = (_, command) => {
      const body = { command: { type: 'bazaar.Trade', ...command } };
      api.req('POST', `${path}/commands`, body, bearer(token)).catch((error) => console.error(String(error)));
    };
    conn.close = () => new Promise((resolve) => { request.on('close', resolve); request.destroy(); });
    return new Promise((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (answer) => {
        let rest = Buffer.alloc(0), open = false;
        answer.on('error', () => {});
        answer.on('data', (part) => {
          rest = rest.length ? Buffer.concat([rest, part]) : part;
          for (let end; (end = rest.indexOf('\n\n')) >= 0; rest = rest.subarray(end + 2)) told(Buffer.from(rest.subarray(0, end)));
          if (!open) { open = true; conn.tOpen = now() - began; resolve(conn); }
        });
      });
      request.end();
    });
  }

  return {
    name: 'conclave', readyPath: '/v1/health', createOnly: create, createMatch, connect,
    parseView: (buf) => ({ version: buf.view.moveNo, moves: buf.view.moveNo, view: buf.view, log: null, raw: buf.view }),
    checkSecret(parsed, seat) {
      const known = Object.keys(parsed.view.players);
      if (parsed.view.secret !== undefined || known.length !== 1 || known[0] !== `p${seat}`) throw new Error(`leaked: ${known}`);
    },
    close: () => api.close(),
  };
}
