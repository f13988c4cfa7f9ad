import { checkShape } from './src/load/shape.ts';
console.log(JSON.stringify(checkShape({channel:'EMAIL',campaign_delivery_type:'ONE_TIME',basic_details:{name:'A'},campaign_content:{content:{email:{subject:'Hi',preview_txt:'b'}}}})));
console.log(JSON.stringify(checkShape({channel:'EMAIL',campaign_delivery_type:'ONE_TIME',basic_details:{name:'A',foo:1},delivery_controls:{bypass_dnd:true}})));
