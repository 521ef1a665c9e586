// The wire of this page: the way from the carrier to the rules and the engines. Here it
// is a socket to the server. A page without a server has another file in this place.

import { ReconnectingSocket } from "./engine/reconnectingsocket.js";

/** Opens the wire. */
export const openWire = () => new ReconnectingSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
