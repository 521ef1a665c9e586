// The wire of this page: the way from the carrier to the rules and the engines. Here it
// is a socket to the server, in the folder of the page. A page without a server has
// another file in this place.

import { ReconnectingSocket } from "./engine/reconnectingsocket.js";

/** Opens the wire. */
export const openWire = () => new ReconnectingSocket(new URL("socket", location.href.replace("http", "ws")).href);
