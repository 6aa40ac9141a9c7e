import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { buildEnsemble, consensus, readTable, toDataset, sampleShape, adjustedRandIndex, evaluate } from '../src/index.js'
import { partitionsOf } from '../src/advice/partitions.js'
import { clusterOverlap } from '../src/advice/overlap.js'
import { unitRows } from '../src/consensus/labels-from-embedding.js'
import { nullDrawers } from '../src/advice/null-samples.js'
import { randomFor } from '../src/numeric/random.js'
import { drawSubset } from '../src/numeric/subset.js'
import { samplesAt } from '../src/advice/resample.js'
const MOST=1000
async function one(name: string, data: any, k: number, truth: any, tag='') {
  const n=data.sampleCount
  const ens = await buildEnsemble({sampleCount:n,featureCount:data.featureCount,values:data.values}, {seed:1})
  const t0=process.cpuUsage()
  const res = await consensus(ens,{clusterCount:k})
  const c1=process.cpuUsage(t0).user/1e3
  const samples = drawSubset(n, Math.min(n,MOST), randomFor(1,5))
  const half=(odd:number)=>{const ts=ens.labelings.map((_,t)=>t).filter(t=>t%2===odd); const ls=ts.map(t=>Int32Array.from(samples,i=>ens.labelings[t][i])); return ls}
  const t1=process.cpuUsage()
  const a=await consensus(half(0) as any,{clusterCount:Math.min(k,samples.length)}), b=await consensus(half(1) as any,{clusterCount:k})
  const c2=process.cpuUsage(t1).user/1e3
  const ari=adjustedRandIndex(a.labels,b.labels)
  const t2=process.cpuUsage()
  const adopt=(ls:any)=>({sampleCount:samples.length,labelings:ls.map((l:any)=>{const m=new Map();return l.map((x:number)=>{if(!m.has(x))m.set(x,m.size);return m.get(x)})}),clusterCounts:ls.map((l:any)=>new Set(l).size),names:ls.map(()=> 'x')})
  const [pa]=await partitionsOf(adopt(half(0)) as any,[k],{seed:1}); const [pb]=await partitionsOf(adopt(half(1)) as any,[k],{seed:1})
  const c3=process.cpuUsage(t2).user/1e3
  const ov = res.embedding? clusterOverlap(unitRows(res.embedding),res.labels).worst : NaN
  const [pw]=await partitionsOf(adopt(ens.labelings.map(l=>Int32Array.from(samples,i=>l[i]))) as any,[k],{seed:1})
  const mc=res.confidence.reduce((x,y)=>x+y,0)/n
  console.log(`${tag}${name} n${n} k${k} ari ${truth?evaluate(res.labels,truth).ari.toFixed(2):'-'} conf ${mc.toFixed(2)} halves ${ari.toFixed(2)} part ${adjustedRandIndex(pa.labels,pb.labels).toFixed(2)} overlap ${ov.toFixed(3)} pov ${pa.overlap.worst.toFixed(3)} ${pb.overlap.worst.toFixed(3)} ${pw.overlap.worst.toFixed(3)} | ms cons ${c1.toFixed(0)} halves ${c2.toFixed(0)} part ${c3.toFixed(0)}`)
  return ov
}
for (const s of ['blobs','rings','moons','anisotropic','noise'] as const) for (const k of [2,3,5]) { try { const d=sampleShape(s,{sampleCount:400,clusterCount:s==='noise'?1:k}); await one(s,d,k,s==='noise'?null:d.truth) } catch(e:any){console.log(s,k,e.message)} }
const dir='/work/shared/suite/'
for (const f of readdirSync(dir).filter(f=>/\.csv\.gz$/.test(f))) {
  const text=gunzipSync(readFileSync(dir+f)).toString(); const hd=text.slice(0,text.indexOf('\n')).split(','); const t=await readTable(gunzipSync(readFileSync(dir+f)),{name:f.replace('.gz','')})
  let d; try { d=toDataset(t,{truth:'label0',columns:hd.filter(h=>/^x/.test(h)),scale:/real|uci/.test(f)?'standard':'none'}) } catch(e:any){ console.log(f,e.message); continue }
  if(d.sampleCount>4000) continue; if(!d.truth) {console.log(f,'no truth'); continue}
  const k=new Set(d.truth).size
  await one(f,d,k,d.truth)
  // null version
  const size=Math.min(600,d.sampleCount); const some=samplesAt(d,drawSubset(d.sampleCount,size,randomFor(3,0)))
  const dr=nullDrawers(some)
  await one('  null',dr.gaussian!(randomFor(9,1)),k,null)
  if(dr.uniform) await one('  nullU',dr.uniform!(randomFor(9,1)),k,null)
}
